export * from '@cantoo/pdf-lib'
