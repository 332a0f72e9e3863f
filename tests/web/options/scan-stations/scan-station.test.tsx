import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { refuseWith } from '../../../support/school/contract-server.ts';
import { waitForRequests } from '../../page.tsx';
import {
  answerScans,
  answerTo,
  device,
  isOnlineAgain,
  key,
  open,
  receiveStationScans,
  scan,
  seen,
  server,
  setNow,
  startStationForEachTest,
  students,
  taken,
} from './station-world.tsx';

startStationForEachTest();

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
    expect(await seen(scanStationWordings.noSchoolToday)).toBeDefined();
    expect(await seen('Sports day')).toBeDefined();
  });

  it('may be typed into the field', async () => {
    await open();
    const field = screen.getByLabelText(scanStationWordings.orTypeTheId);
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
  const typed = () => screen.getByLabelText<HTMLInputElement>(scanStationWordings.orTypeTheId);
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
    server.on(scanStationsContract.readStationPicture, () => new Uint8Array([0x89, 0x50]) as never);
    await open();
    // The scanner drops the zeros; the picture is asked for by the id of the school.
    act(() => scan('42'));
    expect(await seen('Anna Bell')).toBeDefined();
    await waitFor(() =>
      expect(server.callsOf(scanStationsContract.readStationPicture)[0]?.input).toEqual({ student_id: '00042' }),
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
    const { keep } = device.store;
    let isKept = () => {};
    device.store.keep = async (scans) => {
      await new Promise<void>((resolve) => {
        isKept = resolve;
      });
      return keep(scans);
    };
    const station = await open();
    act(() => scan('S07'));
    await waitForRequests();
    expect([station.state.shown, station.state.waiting, await device.store.scans()]).toEqual([null, [], []]);
    await act(async () => isKept());
    await seen('On time');
    expect([station.state.waiting.length, (await device.store.scans()).length]).toEqual([1, 1]);
  });

  it('are one scan where it is the same card in the same second', async () => {
    await open();
    for (let count = 0; count < 5; count += 1) act(() => scan('S07'));
    await waitFor(() => expect(taken.size).toBe(1));
    await waitForRequests();
    expect([...taken.values()]).toEqual([1]);
  });
});
