import { renderHook, act as settle } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { attempt, explain } from '../../../web/acts/attempt.ts';
import { useAct } from '../../../web/acts/use-act.ts';
import { ApiError } from '../../../web/api/errors.ts';

const refused = new ApiError(409, 'Somebody else was first.');
const sessionOver = new ApiError(401, 'Please sign in.');

/** An act that the test ends. */
const held = () => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return {
    work: vi.fn(() => promise),
    end: (error?: Error) => settle(async () => (error ? reject(error) : resolve())),
  };
};

it('shows an act as busy by its name until it has ended and what the screen shows was read again', async () => {
  const reading = Promise.withResolvers<void>();
  const { result } = renderHook(() => useAct({ onEnd: () => reading.promise }));
  const { work, end } = held();
  const ended = vi.fn();
  await settle(async () => void result.current.act(work, 'row 1').then(ended));
  expect([result.current.busy, result.current.isBusy]).toEqual(['row 1', true]);
  await end();
  expect(result.current.busy).toBe('row 1');
  await settle(async () => reading.resolve());
  expect([result.current.busy, result.current.isBusy]).toEqual([null, false]);
  expect(ended).toHaveBeenCalledWith(true);
});

it('does nothing at the second press, and another act of the screen goes on beside it', async () => {
  const { result } = renderHook(() => useAct());
  const [one, other] = [held(), held()];
  await settle(async () => void result.current.act(one.work, 'one'));
  await settle(async () => expect(await result.current.act(one.work, 'one')).toBe(false));
  await settle(async () => void result.current.act(other.work, 'other'));
  expect([one.work.mock.calls.length, other.work.mock.calls.length]).toEqual([1, 1]);
  await one.end();
  expect(result.current.busy).toBe('other');
  await other.end();
  expect(result.current.busy).toBeNull();
});

it('says why an act failed until the next one, where nothing else says it', async () => {
  const { result } = renderHook(() => useAct());
  await settle(async () => expect(await result.current.act(() => Promise.reject(refused))).toBe(false));
  expect([result.current.problem, result.current.isBusy]).toEqual(['Somebody else was first.', false]);
  const { work, end } = held();
  await settle(async () => void result.current.act(work));
  expect(result.current.problem).toBeNull();
  await end();

  const onFailed = vi.fn();
  const { result: noticed } = renderHook(() => useAct({ onFailed }));
  await settle(async () => void (await noticed.current.act(() => Promise.reject(refused))));
  expect([onFailed.mock.calls, noticed.current.problem]).toEqual([[[refused]], null]);
});

it('says nothing where the session is over: the password is asked for over the page', async () => {
  const onEnd = vi.fn();
  const { result } = renderHook(() => useAct({ onEnd }));
  await settle(async () => expect(await result.current.act(() => Promise.reject(sessionOver))).toBe(false));
  expect([result.current.problem, result.current.isBusy, onEnd.mock.calls.length]).toEqual([null, false, 1]);
  const say = vi.fn();
  expect(await attempt(() => Promise.reject(sessionOver), say)).toBe(false);
  explain(sessionOver, say);
  expect(say).not.toHaveBeenCalled();
  explain(refused, say);
  expect(say).toHaveBeenCalledWith('Somebody else was first.');
});
