import { subjectsContract } from '#shared/subjects/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { subjectsById } from './records/store.ts';

export const subjects = callHandler(subjectsContract.subjects, {
  handle: async () =>
    [...(await subjectsById())]
      .map(([id, { title, abbr }]) => ({ id, title, abbr }))
      .sort((a, b) => a.title.localeCompare(b.title)),
});
