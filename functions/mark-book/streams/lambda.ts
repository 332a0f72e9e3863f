import { markBookContract } from '#shared/mark-book/contract.ts';
import { doors } from '../../auth/store.ts';
import { streamHandler } from '../../platform/requests/event-stream.ts';

export const handler = streamHandler(markBookContract, { spreadsheet: () => import('./make-spreadsheet.ts') }, doors);
