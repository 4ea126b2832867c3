-- Legs are claimed by organisation (decision 0103), by the index legs_waiting_of_organisation. An index in the order of time would tempt
-- the planner to read the due legs of all organisations in order to find those of one.
drop index legs_due;
drop index legs_due_at_access_point;
