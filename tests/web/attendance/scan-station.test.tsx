import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { hashStudentId, isRefused, type ScanOutcome } from '#shared/attendance/station-scan.ts';
import { memoryStationStore, type StationStore } from '../../../web/features/attendance/scan-station/kept-scans.ts';
import { Station } from '../../../web/features/attendance/scan-station/station.ts';
import { StationPage } from '../../../web/features/attendance/scan-station/station-page.tsx';
import { type ContractServer, contractServer, refuseWith } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, waitForRequests } from '../page.tsx';

freshPageForEachTest();
const { readStationStart, receiveStationScans } = attendanceContract;
const key = 'GATE1.secret';
let server: ContractServer;
let store: StationStore;
/** What the server has, each scan once. */
let taken: Map<string, number>;

const limits = {
  ...{ lateAfter: '08:00', amUntil: '10:00', pmFrom: '12:00', pmLateAfter: '13:00', pmUntil: '14:00' },
  ...{ afternoonBy: 'arrival' as const, leavesAfterMinutes: 30 },
};
const students = Array.from({ length: 40 }, (_, index) => ({
  id: `S${String(index).padStart(2, '0')}`,
  name: `Pupil ${index}`,
}));
let known: string[];
beforeAll(async () => {
  known = await Promise.all([...students.map(({ id }) => hashStudentId('GATE1', id)), hashStudentId('GATE1', '00042')]);
});
const startOf = (now: Date) => ({
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
const answerTo = ({ student_id, at }: { student_id: string; at: string }, outcome: ScanOutcome, reason?: string) => {
  const isShown = !isRefused(outcome) && outcome !== 'dismissed';
  const student = isShown ? students.find(({ id }) => id === student_id) : undefined;
  const who = { name: student?.name ?? null, class_id: student ? '4A' : null, picture: null };
  return { student_id, at, outcome, reason: reason ?? null, ...who };
};
const setNow = (text: string) => vi.setSystemTime(new Date(text));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setNow('2025-10-01T07:30:00Z');
  server = contractServer();
  store = memoryStationStore();
  taken = new Map();
  server.on(readStationStart, () => startOf(new Date()));
  answerScans(() => 'present');
});
afterEach(() => vi.useRealTimers());

function answerScans(outcomeOf: (id: string) => ScanOutcome): void {
  server.on(receiveStationScans, ({ scans }) => {
    for (const { student_id, at } of scans)
      taken.set(`${student_id} ${at}`, (taken.get(`${student_id} ${at}`) ?? 0) + 1);
    return {
      now: new Date().toISOString(),
      scans: scans.map((scan) => answerTo(scan, outcomeOf(scan.student_id))),
    };
  });
}

async function open(): Promise<Station> {
  const station = new Station(key, store);
  render(<StationPage station={station} stationKey={key} />);
  await screen.findByText('Scan your card');
  return station;
}

/** As a scanner at a USB port types: letter by letter on the page, whatever has the focus, then Enter. */
function scan(id: string): void {
  for (const letter of id) fireEvent.keyDown(document.body, { key: letter });
  fireEvent.keyDown(document.body, { key: 'Enter' });
}
const seen = (text: string) => screen.findByText(text);
const isOnlineAgain = () => act(() => void window.dispatchEvent(new Event('online')));
/** The server answers with this outcome. */
const answerWith = (outcomeOf: (id: string) => ScanOutcome, reason?: string) =>
  server.on(receiveStationScans, ({ scans }) => ({
    now: new Date().toISOString(),
    scans: scans.map((scan) => answerTo(scan, outcomeOf(scan.student_id), reason)),
  }));

describe('a scanned card', () => {
  it('shows the name and that the student is on time, and is sent with the station’s key', async () => {
    await open();
    act(() => scan('S07'));
    expect(await seen('Pupil 7')).toBeDefined();
    expect(await seen('On time')).toBeDefined();
    await waitFor(() => expect(taken.size).toBe(1));
    const [sent] = server.callsOf(receiveStationScans);
    expect(sent?.headers.get('x-station-key')).toBe(key);
    expect(sent?.headers.get('x-xsrf-token')).toBeNull();
    expect([...taken.keys()]).toEqual(['S07 2025-10-01T07:30:00.000Z']);
  });

  it('is late after the limit, the same arrival again, and leaving later', async () => {
    answerScans((id) => (id === 'S07' ? 'late' : 'present'));
    await open();
    setNow('2025-10-01T08:01:00Z');
    act(() => scan('S07'));
    expect(await seen('Late')).toBeDefined();
    await waitFor(() => expect(taken.size).toBe(1));
    server.on(receiveStationScans, () => refuseWith(503, 'Later.'));
    setNow('2025-10-01T08:03:00Z');
    act(() => scan('S07'));
    expect(await seen('Scanned already')).toBeDefined();
    setNow('2025-10-01T15:00:00Z');
    act(() => scan('S07'));
    expect(await seen('Leaving')).toBeDefined();
  });

  it('is unknown, or an archived student’s by the server’s answer', async () => {
    answerScans((id) => (id === 'NOBODY' ? 'unknown' : 'archived'));
    await open();
    act(() => scan('NOBODY'));
    expect(await seen('Unknown card')).toBeDefined();
    act(() => scan('S01'));
    expect(await seen('No longer a student here')).toBeDefined();
  });

  it('shows why there is no school', async () => {
    answerScans(() => 'no school');
    await open();
    setNow('2025-10-02T07:30:00Z');
    act(() => scan('S01'));
    expect(await seen('No school today')).toBeDefined();
    expect(await seen('Sports day')).toBeDefined();
  });

  it('may be typed into the field', async () => {
    await open();
    const field = screen.getByLabelText('Or type the id');
    fireEvent.change(field, { target: { value: ' S03 ' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.click(screen.getByRole('button', { name: 'Enter' }));
    expect(await seen('Pupil 3')).toBeDefined();
  });
});

describe('the keys of a scanner', () => {
  /** Presses keys with so many milliseconds between them; `on` is a field, or the page. */
  function press(keys: readonly string[], gap: number, on: Element = document.body, more: KeyboardEventInit = {}) {
    const from = performance.now();
    return keys.map((key, index) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
      Object.defineProperty(event, 'timeStamp', { value: from + index * gap });
      const isLeft = on.dispatchEvent(event);
      if (on instanceof HTMLInputElement && isLeft && key.length === 1)
        fireEvent.change(on, { target: { value: on.value + key } });
      return isLeft;
    });
  }
  const typed = () => screen.getByLabelText<HTMLInputElement>('Or type the id');
  const neverShown = async (name: string) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(screen.queryByText(name)).toBeNull();
    expect(taken.size).toBe(0);
  };

  it.each([
    ['a wired scanner, 2 ms a key', 2],
    ['a radio scanner, 40 ms a key', 40],
  ])('of %s may end by Enter, by Tab, or by nothing', async (_what, gap) => {
    await open();
    act(() => void press(['S', '0', '7', 'Enter'], gap));
    expect(await seen('Pupil 7')).toBeDefined();
    // The focus stays where it is.
    let kept: boolean[] = [];
    act(() => {
      kept = press(['S', '0', '8', 'Tab'], gap);
    });
    expect(kept).toEqual([false, false, false, false]);
    expect(await seen('Pupil 8')).toBeDefined();
    act(() => void press(['S', '0', '9'], gap));
    expect(await seen('Pupil 9')).toBeDefined();
    await waitFor(() => expect(taken.size).toBe(3));
  });

  it.each([
    ['by Tab', ['S', '1', '1', 'Tab']],
    ['by nothing', ['S', '1', '1']],
  ])('in the field for typing end %s, and leave it empty', async (_what, keys) => {
    await open();
    act(() => void press(keys, 10, typed()));
    expect(await seen('Pupil 11')).toBeDefined();
    await waitFor(() => expect(typed().value).toBe(''));
    await waitFor(() => expect(taken.size).toBe(1));
  });

  it('are not those of somebody who types slowly on the page, whatever ends them', async () => {
    await open();
    act(() => void press(['S', '0', '7', 'Enter'], 1_000));
    act(() => void press(['S', '0', '7'], 150));
    await neverShown('Pupil 7');
  });

  it('are not those of somebody who types into the field: the id waits for Enter, and Tab goes on', async () => {
    await open();
    let kept: boolean[] = [];
    act(() => {
      kept = press(['S', '0', '7', 'Tab'], 110, typed());
    });
    expect(kept.at(-1)).toBe(true);
    await neverShown('Pupil 7');
    expect(typed().value).toBe('S07');
  });

  it('are not a key that is held down, nor two that are pressed together', async () => {
    await open();
    act(() => void press(['S', 'S', 'S', 'S', 'S'], 30, document.body, { repeat: true }));
    act(() => void press(['q', 'w'], 3));
    await neverShown('Unknown card');
  });
});

describe('names and pictures', () => {
  it('come with the answer to the scan, with one sound', async () => {
    const sounds = vi.fn();
    vi.stubGlobal(
      'AudioContext',
      class {
        resume = sounds;
        currentTime = 0;
        createOscillator = () => this.node();
        createGain = () => this.node();
        node = () => ({
          type: '',
          frequency: {},
          gain: {},
          connect: (next: unknown) => next,
          start: () => undefined,
          stop: () => undefined,
        });
      },
    );
    server.on(receiveStationScans, ({ scans }) => ({
      now: new Date().toISOString(),
      scans: scans.map((scan) => ({ ...answerTo(scan, 'present'), name: 'Anna Bell', picture: '00042' })),
    }));
    server.on(attendanceContract.readStationPicture, () => new Uint8Array([0x89, 0x50]) as never);
    await open();
    // The scanner drops the zeros; the picture is asked for by the id of the school.
    act(() => scan('42'));
    expect(await seen('Anna Bell')).toBeDefined();
    await waitFor(() =>
      expect(server.callsOf(attendanceContract.readStationPicture)[0]?.input).toEqual({ student_id: '00042' }),
    );
    expect(sounds).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});

describe('a connected station', () => {
  const said = () =>
    server.callsOf(receiveStationScans).map(({ input }) => input as { scans: object[]; nothing_waits?: boolean });

  it('says so with what it sends, in batches of thirty, unless more waits', async () => {
    await open();
    server.setReachable(false);
    for (const { id } of students) act(() => scan(id));
    await screen.findByText(/40 scans waiting/);
    server.setReachable(true);
    isOnlineAgain();
    await waitFor(() => expect(taken.size).toBe(40));
    expect([...taken.values()].every((count) => count === 1)).toBe(true);
    expect(
      said()
        .slice(-2)
        .map(({ scans, nothing_waits }) => [scans.length, nothing_waits]),
    ).toEqual([
      [30, false],
      [10, true],
    ]);
  });

  it('says so every five minutes while nobody comes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    setNow('2025-10-01T07:30:00Z');
    await open();
    expect(said()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 1_000));
    expect(said()).toEqual([{ sent_at: expect.any(String), nothing_waits: true, scans: [] }]);
  });
});

describe('many cards, one right after the other,', () => {
  it('are shown and counted after they are stored, so that closing the page loses none', async () => {
    server.on(receiveStationScans, () => refuseWith(503, 'Later.'));
    const { keep } = store;
    let isKept = () => {};
    store.keep = async (scans) => {
      await new Promise<void>((resolve) => {
        isKept = resolve;
      });
      return keep(scans);
    };
    const station = await open();
    act(() => scan('S07'));
    await waitForRequests();
    expect([station.state.shown, station.state.waiting, await store.scans()]).toEqual([null, [], []]);
    await act(async () => isKept());
    await seen('On time');
    expect([station.state.waiting.length, (await store.scans()).length]).toEqual([1, 1]);
  });

  it('are one scan where it is the same card in the same second', async () => {
    await open();
    for (let count = 0; count < 5; count += 1) act(() => scan('S07'));
    await waitFor(() => expect(taken.size).toBe(1));
    await waitForRequests();
    expect([...taken.values()]).toEqual([1]);
  });
});

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
    const card = (await seen('On time')).parentElement;
    expect(card?.textContent).toMatch(/^S02On time/);
    act(() => scan('X99'));
    expect(await seen('Unknown card')).toBeDefined();
    expect(JSON.stringify(await store.start())).not.toMatch(/Pupil|S02/);
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
    expect(await store.scans()).toMatchObject([{ student_id: 'S01', refused: { outcome: 'refused' } }]);
    cleanup();
    outcome = 'present';
    await open();
    await waitFor(() => expect(screen.queryByText(/kept on this device:/)).toBeNull());
    await waitFor(async () => expect((await store.scans())[0]?.refused).toBeUndefined());
  });
});

describe('a card that is scanned before the station knows its students', () => {
  it('is stored and sent, though the page was opened offline', async () => {
    server.setReachable(false);
    const station = new Station(key, store);
    render(<StationPage station={station} stationKey={key} />);
    await screen.findByText('The students could not be loaded');
    act(() => scan('S07'));
    expect(await seen('Kept, and sent later')).toBeDefined();
    expect(await store.scans()).toMatchObject([{ student_id: 'S07', isSent: false }]);
    server.setReachable(true);
    await act(() => station.refresh());
    await waitFor(() => expect([...taken.keys()]).toEqual(['S07 2025-10-01T07:30:00.000Z']));
  });

  it('is stored once while the stored scans are loaded', async () => {
    const station = new Station(key, store);
    render(<StationPage station={station} stationKey={key} />);
    act(() => scan('S07'));
    await screen.findByText('Scan your card');
    await waitFor(() => expect(taken.size).toBe(1));
    await waitForRequests();
    expect([...taken.values()]).toEqual([1]);
    expect(await store.scans()).toHaveLength(1);
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
    expect((await store.scans())[0]).toMatchObject({ off: day });
  });

  it('that is set while offline is compared with the server’s before later scans are sent', async () => {
    await open();
    server.setReachable(false);
    setNow('2025-10-02T07:30:00Z');
    act(() => scan('S01'));
    await screen.findByText(/1 scan waiting/);
    expect((await store.scans())[0]?.off).toBeUndefined();
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
    server.on(receiveStationScans, () =>
      refuseWith(401, 'This scan station was ended. Ask the office for a new link.'),
    );
    act(() => scan('S01'));
    expect(await seen('This scan station was ended')).toBeDefined();
    expect(await screen.findByText(/1 scan on this device will be sent when/)).toBeDefined();
    expect((await store.scans()).map(({ isSent }) => isSent)).toEqual([false]);
    await act(() => station.scan('S02'));
    expect(await store.scans()).toHaveLength(1);
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
