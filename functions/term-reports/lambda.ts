import { termReportsContract } from '#shared/term-reports/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { classTermReports } from './class-term-reports.ts';
import { formClasses } from './form-classes.ts';

export const handler = apiHandler(termReportsContract, { classTermReports, formClasses }, doors);
