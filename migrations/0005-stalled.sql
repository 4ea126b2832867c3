-- Legs that wait for a person: few among many.
create index legs_stalled on legs (updated_at) where status = 'STALLED';
