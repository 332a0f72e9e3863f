import { contract } from '../../http/contract.ts';
import { erasureCalls } from './erasure-calls.ts';
import { studentFilterCalls, studentListCalls } from './list-calls.ts';
import { studentOverviewCalls } from './overview-calls.ts';
import { columnPresetCalls } from './preset-calls.ts';
import { studentRecordCalls } from './record-calls.ts';

/** The register of students: its lists, and a student's own record. */
export const studentRegisterContract = contract({
  ...studentListCalls,
  ...studentFilterCalls,
  ...columnPresetCalls,
  ...studentRecordCalls,
  ...studentOverviewCalls,
  ...erasureCalls,
});
