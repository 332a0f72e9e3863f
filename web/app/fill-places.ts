import * as parts from '#options/web';
import { officeActsOfOptions } from '../features/attendance/attendance-acts.ts';
import { besideRegister } from '../features/attendance/register/beside-register.ts';
import { besideWindows, dueOfOptions, notesOnClosedAttendance } from '../features/school/places.ts';
import { aboveRecord } from '../features/term-reports/above-record.ts';
import { findingsOfStudents } from '../features/term-reports/findings-of-student.ts';
import { besideRemarks } from '../forms/beside-remark.tsx';
import { saveKindsOfOptions } from '../outbox/save-kind.ts';
import {
  guidesOfOptions,
  guidesOfTeachers,
  partsOfScreensOfOptions,
  screensOfOptions,
  teacherScreensOfOptions,
} from '../session/screens-of-options.ts';

/** Fills the places of both areas with what options add, before their first screen. */
export function fillPlaces(): void {
  officeActsOfOptions.fill(parts.officeActs);
  dueOfOptions.fill(parts.due);
  besideRemarks.fill(parts.besideRemarks);
  besideRegister.fill(parts.besideRegister);
  besideWindows.fill(parts.besideWindows);
  screensOfOptions.fill(parts.screens);
  teacherScreensOfOptions.fill(parts.teacherScreens);
  aboveRecord.fill(parts.aboveRecord);
  partsOfScreensOfOptions.fill(parts.partsOfScreens);
  findingsOfStudents.fill(parts.findingsOfStudents);
  saveKindsOfOptions.fill(parts.saveKinds);
  guidesOfOptions.fill(parts.guides);
  guidesOfTeachers.fill(parts.guidesOfTeachers);
  notesOnClosedAttendance.fill(parts.notesOnClosedAttendance);
}
