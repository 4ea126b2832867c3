-- Attempts that are no failure of the leg's own: the gateway was away or still at work, or a person began anew.
alter table legs add column uncounted {{integer}} not null default 0;
