import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { streamHandler } from '../../../platform/requests/streamed-answer.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = streamHandler(
  markBookContract,
  { makeSpreadsheet: () => import('./make-spreadsheet.ts') },
  authenticator,
);
