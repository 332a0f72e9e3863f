import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { hashStudentId, isRefused, type ScanOutcome } from '#shared/options/scan-stations/station-scan.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import {
  createMemoryStationStore,
  type StationStore,
} from '../../../../web/options/scan-stations/scan-station/kept-scans.ts';
import { ScanStation } from '../../../../web/options/scan-stations/scan-station/scan-station.ts';
import { StationPage } from '../../../../web/options/scan-stations/scan-station/station-page.tsx';
import { createContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest } from '../../page.tsx';

export const { readStationStart, receiveStationScans } = scanStationsContract;
export const key = 'GATE1.secret';
export const server = createContractServer();
/** What the device keeps; `store` of each test is empty. */
export const device: { store: StationStore } = { store: createMemoryStationStore() };
/** What the server has, each scan once. */
export const taken = new Map<string, number>();

export const limits = {
  lateAfter: '08:00',
  amUntil: '10:00',
  pmFrom: '12:00',
  pmLateAfter: '13:00',
  pmUntil: '14:00',
  afternoonBy: 'arrival' as const,
  leavesAfterMinutes: 30,
};
export const students = Array.from({ length: 40 }, (_, index) => ({
  id: `S${String(index).padStart(2, '0')}`,
  name: `Pupil ${index}`,
}));
export const known: string[] = [];
export const startOf = (now: Date) => ({
  name: 'Main gate',
  now: now.toISOString(),
  time_zone: 'UTC',
  days: [
    { date: '2025-10-01', closed: null, sessions: ['am' as const, 'pm' as const], limits },
    { date: '2025-10-02', closed: 'Sports day', sessions: [], limits: null },
  ],
  known,
});
/** What the server says of a scan: who it is where it counts. */
export const answerTo = (
  { student_id, at }: { student_id: string; at: string },
  outcome: ScanOutcome,
  reason?: string,
) => {
  const isShown = !isRefused(outcome) && outcome !== 'dismissed';
  const student = isShown ? students.find(({ id }) => id === student_id) : undefined;
  const who = { name: student?.name ?? null, class_id: student ? '4A' : null, picture: null };
  return { student_id, at, outcome, reason: reason ?? null, ...who };
};
export const setNow = (text: string) => vi.setSystemTime(new Date(text));

export function answerScans(outcomeOf: (id: string) => ScanOutcome): void {
  server.on(receiveStationScans, ({ scans }) => {
    for (const { student_id, at } of scans)
      taken.set(`${student_id} ${at}`, (taken.get(`${student_id} ${at}`) ?? 0) + 1);
    return {
      now: new Date().toISOString(),
      scans: scans.map((scan) => answerTo(scan, outcomeOf(scan.student_id))),
    };
  });
}

export async function open(): Promise<ScanStation> {
  const station = new ScanStation(key, device.store);
  render(<StationPage station={station} stationKey={key} />);
  await screen.findByText(scanStationWordings.scanYourCard);
  return station;
}

/** As a scanner at a USB port types: letter by letter on the page, whatever has the focus, then Enter. */
export function scan(id: string): void {
  for (const letter of id) fireEvent.keyDown(document.body, { key: letter });
  fireEvent.keyDown(document.body, { key: 'Enter' });
}
export const seen = (text: string) => screen.findByText(text);
export const isOnlineAgain = () => act(() => void window.dispatchEvent(new Event('online')));
/** The server answers with this outcome. */
export const answerWith = (outcomeOf: (id: string) => ScanOutcome, reason?: string) =>
  server.on(receiveStationScans, ({ scans }) => ({
    now: new Date().toISOString(),
    scans: scans.map((scan) => answerTo(scan, outcomeOf(scan.student_id), reason)),
  }));

/** Call at the top of a test file: each test starts with a server that has scanned nobody. */
export function startStationForEachTest(): void {
  freshPageForEachTest();
  beforeAll(async () => {
    const ids = [...students.map(({ id }) => id), '00042'];
    known.push(...(await Promise.all(ids.map((id) => hashStudentId('GATE1', id)))));
  });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    setNow('2025-10-01T07:30:00Z');
    server.start();
    device.store = createMemoryStationStore();
    taken.clear();
    server.on(readStationStart, () => startOf(new Date()));
    answerScans(() => 'present');
  });
  afterEach(() => vi.useRealTimers());
}
