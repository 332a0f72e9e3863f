import { markBookContract } from '#shared/mark-book/contract.ts';
import { doors } from '../../auth/store.ts';
import { documentHandler } from '../../platform/pipeline.ts';
import { downloadMarkBookPage } from './download-page.ts';
import { spreadsheetDownload } from './fetch-spreadsheet.ts';

export const handler = documentHandler(markBookContract, { downloadMarkBookPage, spreadsheetDownload }, doors);
