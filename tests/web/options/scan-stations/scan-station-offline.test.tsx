import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { authRefusals } from '#shared/accounts/wordings.ts';
import type { ScanOutcome } from '#shared/options/scan-stations/station-scan.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { ScanStation } from '../../../../web/options/scan-stations/scan-station/scan-station.ts';
import { StationPage } from '../../../../web/options/scan-stations/scan-station/station-page.tsx';
import { refuseWith } from '../../../support/school/contract-server.ts';
import { waitForRequests } from '../../page.tsx';
import {
  answerTo,
  answerWith,
  device,
  isOnlineAgain,
  key,
  open,
  readStationStart,
  receiveStationScans,
  scan,
  seen,
  server,
  setNow,
  startOf,
  startStationForEachTest,
  taken,
} from './station-world.tsx';

startStationForEachTest();

describe('offline', () => {
  it('scans survive a reload, and the station still knows its students', async () => {
    await open();
    server.setReachable(false);
    act(() => scan('S01'));
    await screen.findByText(/1 scan waiting/);
    cleanup();
    await open();
    act(() => scan('S02'));
    // Nobody's name is on the device: a card that is known is accepted, and shown by its id.
    const card = (await seen('On time')).closest('[role="status"]');
    expect(card?.textContent).toMatch(/^S02On time/);
    act(() => scan('X99'));
    expect(await seen('Unknown card')).toBeDefined();
    expect(JSON.stringify(await device.store.start())).not.toMatch(/Pupil|S02/);
    expect(await screen.findByText(/3 scans waiting/)).toBeDefined();
    server.setReachable(true);
    isOnlineAgain();
    await waitFor(() => expect(taken.size).toBe(3));
    expect([...taken.values()]).toEqual([1, 1, 1]);
    // What was sent is not sent again after another reload.
    cleanup();
    await open();
    await waitForRequests();
    expect([...taken.values()]).toEqual([1, 1, 1]);
  });

  it('a lost answer leaves the scan waiting, with the same time', async () => {
    const at = '2025-10-01T07:30:00.000Z';
    await open();
    let isLost = true;
    server.on(receiveStationScans, ({ scans }) => {
      for (const scan of scans) taken.set(`${scan.student_id} ${scan.at}`, 1);
      if (isLost) return refuseWith(500, 'Lost.');
      return {
        now: new Date().toISOString(),
        scans: scans.map((scan) => answerTo(scan, 'present')),
      };
    });
    act(() => scan('S01'));
    await screen.findByText(/1 scan waiting/);
    isLost = false;
    setNow('2025-10-01T07:31:00Z');
    isOnlineAgain();
    await waitFor(() => expect(screen.queryByText(/waiting/)).toBeNull());
    expect([...taken.keys()]).toEqual([`S01 ${at}`]);
  });
});

describe('a refused scan', () => {
  const summary = (text: string) => screen.findByText(`Scans kept on this device: ${text}`);

  it('stays on the device with its reason, over night and a reload, until it is accepted', async () => {
    let outcome: ScanOutcome = 'refused';
    answerWith(() => outcome, 'Attendance is closed.');
    await open();
    act(() => scan('S01'));
    expect(await summary('1 not accepted')).toBeDefined();
    const line = screen.getByRole('row', { name: /S01/, hidden: true });
    expect(line.textContent).toBe('S0101-Oct-2025 07:30Attendance is closed.');
    cleanup();
    setNow('2025-10-02T07:30:00Z');
    await open();
    expect(await summary('1 not accepted')).toBeDefined();
    // It asked again, and said that it knows of the refusal.
    await waitFor(() => expect(server.callsOf(receiveStationScans)).toHaveLength(2));
    const at = '2025-10-01T07:30:00.000Z';
    expect(server.callsOf(receiveStationScans)[1]?.input).toMatchObject({
      scans: [{ student_id: 'S01', at, again: true }],
    });
    expect(await device.store.scans()).toMatchObject([{ student_id: 'S01', refused: { outcome: 'refused' } }]);
    cleanup();
    outcome = 'present';
    await open();
    await waitFor(() => expect(screen.queryByText(/kept on this device:/)).toBeNull());
    await waitFor(async () => expect((await device.store.scans())[0]?.refused).toBeUndefined());
  });
});

describe('a card that is scanned before the station knows its students', () => {
  it('is stored and sent, though the page was opened offline', async () => {
    server.setReachable(false);
    const station = new ScanStation(key, device.store);
    render(<StationPage station={station} stationKey={key} />);
    await screen.findByText(scanStationWordings.studentsCouldNotBeLoaded);
    act(() => scan('S07'));
    expect(await seen(scanStationWordings.keptAndSentLater)).toBeDefined();
    expect(await device.store.scans()).toMatchObject([{ student_id: 'S07', isSent: false }]);
    server.setReachable(true);
    await act(() => station.refresh());
    await waitFor(() => expect([...taken.keys()]).toEqual(['S07 2025-10-01T07:30:00.000Z']));
  });

  it('is stored once while the stored scans are loaded', async () => {
    const station = new ScanStation(key, device.store);
    render(<StationPage station={station} stationKey={key} />);
    act(() => scan('S07'));
    await screen.findByText(scanStationWordings.scanYourCard);
    await waitFor(() => expect(taken.size).toBe(1));
    await waitForRequests();
    expect([...taken.values()]).toEqual([1]);
    expect(await device.store.scans()).toHaveLength(1);
  });
});

describe('the clock of a device', () => {
  const day = 86_400_000;
  const sent = () => server.callsOf(receiveStationScans).map(({ input }) => (input as { scans: object[] }).scans);

  it('may be corrected between two attempts: a scan keeps its offset', async () => {
    setNow('2025-09-30T07:30:00Z');
    server.on(readStationStart, () => startOf(new Date('2025-10-01T07:30:00Z')));
    server.on(receiveStationScans, () => refuseWith(500, 'Lost.'));
    await open();
    act(() => scan('S01'));
    expect(await seen('On time')).toBeDefined();
    await waitFor(() => expect(sent()).toHaveLength(1));
    setNow('2025-10-01T07:31:00Z');
    isOnlineAgain();
    await waitFor(() => expect(sent()).toHaveLength(2));
    const made = [{ student_id: 'S01', at: '2025-09-30T07:30:00.000Z', off: day }];
    expect(sent()).toEqual([made, made]);
    expect((await device.store.scans())[0]).toMatchObject({ off: day });
  });

  it('that is set while offline is compared with the server’s before later scans are sent', async () => {
    await open();
    server.setReachable(false);
    setNow('2025-10-02T07:30:00Z');
    act(() => scan('S01'));
    await screen.findByText(/1 scan waiting/);
    expect((await device.store.scans())[0]?.off).toBeUndefined();
    server.on(readStationStart, () => startOf(new Date('2025-10-01T07:31:00Z')));
    setNow('2025-10-02T07:31:00Z');
    server.setReachable(true);
    isOnlineAgain();
    await waitFor(() => expect(sent().at(-1)).toEqual([expect.objectContaining({ student_id: 'S01', off: -day })]));
  });
});

describe('a station', () => {
  it('shows that the office has ended it, and keeps unsent scans', async () => {
    const station = await open();
    server.on(receiveStationScans, () => refuseWith(401, authRefusals.stationEnded));
    act(() => scan('S01'));
    expect(await seen(scanStationWordings.thisScanStationWasEnded)).toBeDefined();
    expect(await screen.findByText(/1 scan on this device will be sent when/)).toBeDefined();
    expect((await device.store.scans()).map(({ isSent }) => isSent)).toEqual([false]);
    await act(() => station.scan('S02'));
    expect(await device.store.scans()).toHaveLength(1);
  });

  it('shows that the device’s clock is off, and uses the server’s', async () => {
    server.on(readStationStart, () => startOf(new Date(Date.now() + 45 * 60_000)));
    server.setReachable(true);
    await open();
    expect(await screen.findByText(/The clock of this device is 45 minutes slow/)).toBeDefined();
    server.setReachable(false);
    // 07:30 here is 08:15 at the school.
    act(() => scan('S01'));
    expect(await seen('Late')).toBeDefined();
  });
});
