-- Who confirmed receipt for the receiver of a leg, a service provider (0242:…): only its word on the leg counts. Null: nobody knows.
alter table legs add column receiver_provider_id {{text}};
