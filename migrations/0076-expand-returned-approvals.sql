-- When the author of a returned or expired document took it up again, withdrew it, or gave it up (decision 0190). Null: the author still has to.
alter table approvals add column closed_at {{integer}};
