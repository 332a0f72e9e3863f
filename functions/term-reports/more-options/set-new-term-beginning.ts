import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { changeSetting } from './change-setting.ts';

export const setNewTermBeginning = callHandler(termReportsContract.setNewTermBeginning, {
  handle: async ({ input: { new_term_beginning: value, class_id: classId, year, term, was }, caller, request }) => ({
    new_term_beginning: value,
    ...(await changeSetting({ year, term, classId, setting: 'newTermBeginning', value, was, caller, request })),
  }),
});
