import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../web/api/errors.ts';
import { sendWithRetries } from '../../../web/features/students/upload/send-with-retries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('sends again what was not answered, and no more than twice', async () => {
  const lost = new NetworkError(new Error('gone'));
  const send = vi.fn().mockRejectedValueOnce(lost).mockResolvedValueOnce('answered');
  const answered = sendWithRetries(send);
  await vi.runAllTimersAsync();
  expect(await answered).toBe('answered');
  const never = vi.fn().mockRejectedValue(lost);
  const failed = sendWithRetries(never).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect([await failed, never.mock.calls.length]).toEqual([lost, 3]);
});

it('does not send again what was refused', async () => {
  const refused = new ApiError(422, 'The headings are missing.');
  const send = vi.fn().mockRejectedValue(refused);
  await expect(sendWithRetries(send)).rejects.toBe(refused);
  expect(send).toHaveBeenCalledOnce();
});
