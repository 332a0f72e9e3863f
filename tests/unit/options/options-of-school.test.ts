import { describe, expect, it } from 'vitest';
import { type Option, option } from '#shared/option.ts';
import { allCalls, callsOfSchool, findFaultsOfOptions } from '#shared/product.ts';
import { demoSchoolFile } from '../../support/samples/demo-school.ts';

const schoolWith = (options: string[], isAttendanceOn = true) => ({
  ...demoSchoolFile,
  options,
  attendance: { ...demoSchoolFile.attendance, isOn: isAttendanceOn },
});

const made = (name: string, needs: string[] = []): Option =>
  option({ name, needs, findLack: () => null, contracts: {}, folders: {}, pages: [], partitions: [] });

describe('the options of a school file', () => {
  it('are all there are, in the demo school', () => {
    expect(demoSchoolFile.options).toEqual(['scan-stations']);
    expect(findFaultsOfOptions(demoSchoolFile)).toEqual([]);
  });

  it('must exist', () => {
    expect(findFaultsOfOptions(schoolWith(['scan-stations', 'chess']))).toEqual([
      { path: 'options.1', message: 'There is no option "chess". There are: scan-stations.' },
    ]);
  });

  it('must have the options that they need', () => {
    const known = [made('clocks'), made('bells', ['clocks'])];
    expect(findFaultsOfOptions(schoolWith(['bells']), known)).toEqual([
      { path: 'options.0', message: 'The option "bells" needs the option "clocks".' },
    ]);
    expect(findFaultsOfOptions(schoolWith(['bells', 'clocks']), known)).toEqual([]);
  });

  it('must have what they need of the rest of the file: scan stations are nothing without attendance', () => {
    expect(findFaultsOfOptions(schoolWith(['scan-stations'], false))).toEqual([
      { path: 'options.0', message: 'Scan stations need attendance: set attendance.isOn, or leave them out.' },
    ]);
    expect(findFaultsOfOptions(schoolWith([], false))).toEqual([]);
  });
});

describe('the calls of a school', () => {
  it('are all of them where all options are on', () => {
    expect(callsOfSchool(schoolWith(['scan-stations']))).toEqual(allCalls);
  });

  it('are those of the core where none is', () => {
    const on = new Set(callsOfSchool(schoolWith([])));
    const gone = allCalls.filter((one) => !on.has(one)).map(({ call }) => `${call.method} ${call.path}`);
    expect(gone.toSorted()).toEqual([
      'DELETE /api/attendance-refused-scans',
      'DELETE /api/attendance-station',
      'GET /api/attendance-refused-scans',
      'GET /api/attendance-station',
      'GET /api/station-picture/{student_id}',
      'GET /api/station-start',
      'GET /attendance-student-cards',
      'POST /api/attendance-refused-scans',
      'POST /api/attendance-station',
      'POST /api/attendance-station-restore',
      'POST /api/station-scans',
    ]);
  });
});
