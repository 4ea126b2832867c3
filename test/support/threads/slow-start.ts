import { readXml } from '@selfbill/schematron/read-xml'
import { doJobs } from '../../../src/threads/do-jobs.ts'

// A work thread that takes half a second to load, behind the top-level await of libxml2.
readXml(Buffer.from('<a/>'))
for (const end = performance.now() + 300; performance.now() < end; );

doJobs((job: string) => job)
