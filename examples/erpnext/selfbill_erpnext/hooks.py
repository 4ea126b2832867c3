app_name = "selfbill_erpnext"
app_title = "Selfbill"
app_publisher = "Your company"
app_description = "Issues self-billed Purchase Invoices with Selfbill"
app_email = "erp@example.com"
app_license = "apache-2.0"
required_apps = ["erpnext"]

fixtures = [{"dt": "Custom Field", "filters": [["fieldname", "like", "selfbill_%"]]}]

doc_events = {
    "Purchase Invoice": {
        "before_submit": "selfbill_erpnext.purchase_invoice.before_submit",
        "on_submit": "selfbill_erpnext.purchase_invoice.on_submit",
        "before_cancel": "selfbill_erpnext.purchase_invoice.before_cancel",
    }
}

scheduler_events = {"cron": {"*/5 * * * *": ["selfbill_erpnext.purchase_invoice.catch_up"]}}
