import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

freshPageForEachTest();
const { listAttendanceStations, addAttendanceStation, endAttendanceStation, restoreAttendanceStation } =
  scanStationsContract;
const { listRefusedScans, acceptRefusedScans, dismissRefusedScans } = scanStationsContract;
type Station = Output<typeof listAttendanceStations>[number];
let server: ContractServer;
let stations: Station[];
let refused: Output<typeof listRefusedScans>['scans'];

const at = '2025-10-01T11:50:00.000Z';
const gate: Station = {
  id: 'GATE1',
  name: 'Main gate',
  made_at: at,
  made_by: 'Ada Office',
  last_seen: at,
  ended_at: null,
};

beforeEach(() => {
  server = startContractServer();
  server.school.attendance = true;
  answerAdmin(server, 'Admin', ['attendanceStudent']);
  stations = [gate];
  server.on(listAttendanceStations, () => stations);
  refused = [];
  server.on(listRefusedScans, () => ({
    count: refused.filter(({ dismissed_by }) => dismissed_by === null).length,
    scans: refused,
  }));
});

const open = () => openArea('/admin/dashboard/student-attendance?act=stations');
const row = async (name: RegExp) => screen.findByRole('row', { name });

describe('the stations', () => {
  it('are listed with their last contact, in the school’s time zone', async () => {
    server.school.timeZone = 'Pacific/Kiritimati';
    await open();
    const line = await row(/Main gate/);
    expect(line.textContent).toContain('02-Oct-2025 01:50');
    expect(line.textContent).toContain('Ada Office');
  });

  it('show the link of a new one once', async () => {
    server.on(addAttendanceStation, ({ name }) => {
      const station = { ...gate, id: 'SIDE', name, last_seen: null };
      stations = [gate, station];
      return { station, key: 'SIDE.secret' };
    });
    await open();
    fireEvent.change(await screen.findByLabelText('New station'), { target: { value: 'Side gate' } });
    fireEvent.click(screen.getByRole('button', { name: scanStationWordings.makeALink }));
    const made = await screen.findByRole('region', { name: 'Link of Side gate' });
    expect(made.textContent).toContain('/station#key=SIDE.secret');
    expect((await row(/Side gate/)).textContent).toContain('Never');
    fireEvent.click(within(made).getByRole('button', { name: 'Done' }));
    expect(document.body.textContent).not.toContain('SIDE.secret');
  });

  it('with another name are another request, also after a lost answer', async () => {
    server.on(addAttendanceStation, () => refuseWith(503, 'No answer.'));
    await open();
    const make = async (name: string, requests: number) => {
      fireEvent.change(await screen.findByLabelText('New station'), { target: { value: name } });
      fireEvent.click(screen.getByRole('button', { name: scanStationWordings.makeALink }));
      await waitFor(() => expect(server.callsOf(addAttendanceStation)).toHaveLength(requests));
      expect(await screen.findByText('No answer.')).toBeDefined();
    };
    await make('Side gate', 1);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: scanStationWordings.makeALink }).ariaBusy).not.toBe('true'),
    );
    fireEvent.click(screen.getByRole('button', { name: scanStationWordings.makeALink }));
    await waitFor(() => expect(server.callsOf(addAttendanceStation)).toHaveLength(2));
    await make('Back gate', 3);
    const calls = server.callsOf(addAttendanceStation);
    const [first, again, other] = calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('are ended by one click, which can be undone', async () => {
    server.on(endAttendanceStation, () => {
      stations = [{ ...gate, ended_at: at }];
      return { ...gate, ended_at: at };
    });
    server.on(restoreAttendanceStation, () => {
      stations = [gate];
      return gate;
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'End: Main gate' }));
    expect(await screen.findByText('Ended')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByText('Ended')).toBeNull());
    expect(server.callsOf(restoreAttendanceStation)).toHaveLength(1);
  });
});

describe('refused scans', () => {
  const scanOf = (student_id: string, more: Partial<(typeof refused)[number]> = {}) => ({
    station_id: 'GATE1',
    station: 'Main gate',
    student_id,
    at,
    name: 'Anna Bell',
    class_id: '4A',
    date: '2025-10-01',
    time: '07:50:00',
    outcome: 'refused' as const,
    reason: 'Attendance is closed.',
    dismissed_by: null,
    ...more,
  });
  const nobody = scanOf('X9', { name: null, class_id: null, outcome: 'unknown', reason: null });
  const select = (name: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }));

  it('are hidden where there are none', async () => {
    await open();
    await row(/Main gate/);
    expect(screen.queryByText(scanStationWordings.scansThatWereNotAccepted)).toBeNull();
  });

  it('are listed with student, time, station and reason', async () => {
    refused = [scanOf('S41'), nobody];
    await open();
    expect((await row(/S41/)).textContent).toContain('S41Anna BellAttendance is closed.4A01-Oct-2025 07:50Main gate');
    expect((await row(/X9/)).textContent).toContain('Nobody has this id');
  });

  it('are accepted, or stay listed with the reason', async () => {
    refused = [scanOf('S41'), nobody];
    server.on(acceptRefusedScans, ({ scans }) => {
      refused = [nobody];
      expect(scans).toEqual([
        { station_id: 'GATE1', student_id: 'S41', at },
        { station_id: 'GATE1', student_id: 'X9', at },
      ]);
      return { taken: 1, left: [{ student_id: 'X9', at, outcome: 'unknown' as const, reason: null }] };
    });
    await open();
    await row(/S41/);
    select(/all/i);
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(document.body.textContent).toContain('1 scan accepted. 1 scan stays listed: Nobody has this id'),
    );
    await waitFor(() => expect(screen.queryByRole('row', { name: /S41/ })).toBeNull());
  });

  it('are dismissed, which can be undone', async () => {
    refused = [nobody];
    server.on(dismissRefusedScans, ({ scans, dismissed }) => {
      refused = dismissed ? [] : [nobody];
      return { changed: scans.length };
    });
    await open();
    await row(/X9/);
    select(/all/i);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(scanStationWordings.scansThatWereNotAccepted)).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await row(/X9/)).toBeDefined();
    expect(server.callsOf(dismissRefusedScans)).toHaveLength(2);
  });

  it('of which a later part fails are said to be dismissed in part, and those can be undone', async () => {
    refused = Array.from({ length: 31 }, (_, index) => scanOf(`S${100 + index}`));
    const whole = refused;
    server.on(dismissRefusedScans, ({ scans, dismissed }) => {
      if (scans.length === 1) return refuseWith(500, 'The server failed.');
      const named = new Set(scans.map(({ student_id }) => student_id));
      refused = dismissed ? refused.filter(({ student_id }) => !named.has(student_id)) : whole;
      return { changed: scans.length };
    });
    await open();
    await row(/S100/);
    select(/all/i);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await screen.findByText(/^30 scans dismissed\..* 1 scan stays: The server failed\.$/);
    await waitFor(() => expect(screen.queryByRole('row', { name: /S100/ })).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await row(/S100/)).toBeDefined();
  });

  it('of which a later part fails are said to be accepted in part', async () => {
    refused = Array.from({ length: 31 }, (_, index) => scanOf(`S${100 + index}`));
    server.on(acceptRefusedScans, ({ scans }) =>
      scans.length === 1 ? refuseWith(500, 'The server failed.') : { taken: scans.length, left: [] },
    );
    await open();
    await row(/S100/);
    select(/all/i);
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(document.body.textContent).toContain('30 scans accepted. 1 scan stays: The server failed.'),
    );
  });
});
