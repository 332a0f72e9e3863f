import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

freshPageForEachTest();

const openAttendance = async (options: readonly string[]) => {
  const server = startContractServer();
  server.school.attendance = true;
  server.school.options = options;
  answerAdmin(server, 'Admin', ['attendanceStudent']);
  await openArea('/admin/dashboard/student-attendance');
  await screen.findByRole('link', { name: /^Import Scans/ });
  return [/^Student Cards/, /^Stations/].map((name) => screen.queryByRole('link', { name }) !== null);
};

describe('scan stations that are not in the school file', () => {
  it('have no line in the menu of Student Attendance', async () => {
    expect(await openAttendance([])).toEqual([false, false]);
  });

  it('have both lines where they are', async () => {
    expect(await openAttendance(['scan-stations'])).toEqual([true, true]);
  });

  it('leave their places empty', async () => {
    const { fillPlaces } = await import('../../../../web/app/fill-places.ts');
    const { officeActsOfOptions } = await import('../../../../web/features/attendance/attendance-acts.ts');
    const { dueOfOptions, notesOnClosedAttendance } = await import('../../../../web/features/school/places.ts');
    fillPlaces();
    const places = [officeActsOfOptions, dueOfOptions, notesOnClosedAttendance];
    expect(places.map((place) => place.of([]))).toEqual([[], [], []]);
    expect(places.map((place) => place.of(['scan-stations']).length)).toEqual([1, 1, 1]);
  });

  it('have a page that says so, with a key on the device as well', async () => {
    const server = startContractServer();
    server.school.options = [];
    server.on(scanStationsContract.readStationStart, () => {
      throw new Error('There is no such call.');
    });
    const root = document.body.appendChild(document.createElement('div'));
    const { pagesOfOptions } = await import('../../../../web/options-pages.ts');
    const page = await pagesOfOptions['/station']?.();
    page?.mount(root);
    await waitFor(() => expect(root.textContent).toContain(scanStationWordings.noLongerOffered));
  });
});

describe('what waits of the scan stations', () => {
  it.each([
    [0, []],
    [3, ['3 scans could not be taken.']],
  ])('with %i scans that could not be taken', async (count, lines) => {
    const { due } = await import('../../../../web/options/scan-stations/option.ts');
    expect(due.toLines({ count, scans: [] }).map(({ text }) => text)).toEqual(lines);
  });
});
