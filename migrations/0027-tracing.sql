-- Where a leg, or an event of the feed, was created in a trace, as W3C Trace Context writes it (decision 0075). Null: nobody traced it.
alter table legs add column traceparent {{text}};
alter table legs add column tracestate {{text}};
alter table events add column traceparent {{text}};
alter table events add column tracestate {{text}};
