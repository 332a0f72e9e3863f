import { contract } from '../../http/contract.ts';
import { filterCalls, listCalls } from './list-calls.ts';
import { overviewCalls } from './overview-calls.ts';
import { presetCalls } from './preset-calls.ts';
import { protectionCalls } from './protection-calls.ts';
import { recordCalls } from './record-calls.ts';

/** The register of students: its lists, and a student's own record (product §2 "Students screen"). */
export const studentRegisterContract = contract({
  ...listCalls,
  ...filterCalls,
  ...presetCalls,
  ...recordCalls,
  ...overviewCalls,
  ...protectionCalls,
});
