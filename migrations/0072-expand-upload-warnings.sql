-- What a person should look at before issuing an upload, such as cells computed by formulas (decision 0162). JSON; null: nothing.
alter table uploads add column warnings {{text}};
