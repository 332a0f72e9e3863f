import { subjectsContract } from '#shared/subjects/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { readSubjectNamesById } from './records/store.ts';

export const listSubjects = callHandler(subjectsContract.listSubjects, {
  handle: async () =>
    [...(await readSubjectNamesById())]
      .map(([id, { title, abbr }]) => ({ id, title, abbr }))
      .sort((a, b) => a.title.localeCompare(b.title)),
});
