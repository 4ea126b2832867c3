{
    "name": "Self-billing with Selfbill",
    "summary": "Issues vendor bills as self-billed invoices for the UAE mandate",
    "version": "19.0.1.0.0",
    "license": "Other OSI approved licence",
    "category": "Accounting/Localizations/EDI",
    "depends": ["account_edi_ubl_cii", "l10n_ae"],
    "external_dependencies": {"python": ["selfbill_connect"]},
    "data": ["data/ir_cron.xml", "views/views.xml"],
}
