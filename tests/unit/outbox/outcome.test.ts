import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '../../../web/api/errors.ts';
import { judgeSaveFailure } from '../../../web/outbox/save-failure.ts';
import { UnreadableSaveError } from '../../../web/outbox/save-kind.ts';

const kindAt = (status: number) => judgeSaveFailure(new ApiError(status, 'No.'), ['exam_mark']).kind;

describe('what the outbox does after a save that was not acknowledged', () => {
  it.each([408, 409, 425, 429, 502, 503, 504])('retries by itself at %i without a conflict', (status) => {
    expect(kindAt(status)).toBe('later');
  });

  it('waits as long as the server asked for', () => {
    const slowed = new ApiError(429, 'Slow down.', { retryAfter: 10 });
    expect(judgeSaveFailure(slowed, ['exam_mark'])).toEqual({ kind: 'later', pause: { seconds: 10, why: 'slowed' } });
    const away = new ApiError(503, 'The database cannot be reached.', { retryAfter: 5 });
    expect(judgeSaveFailure(away, ['exam_mark'])).toEqual({ kind: 'later', pause: { seconds: 5, why: 'unavailable' } });
    expect(judgeSaveFailure(new ApiError(429, 'Slow down.'), ['exam_mark'])).toEqual({ kind: 'later' });
  });

  it.each([419, 500, 501, 505])('asks the user at %i: the server may have carried it out', (status) => {
    expect(judgeSaveFailure(new ApiError(status, 'No.'), [])).toEqual({
      kind: 'failed',
      failures: [{ field: null, message: 'No.', isRefused: false }],
    });
  });

  it.each([
    400, 403, 404, 413, 415, 422, 499,
  ])('lets the user discard the values at %i: the server did not carry it out', (status) => {
    expect(judgeSaveFailure(new ApiError(status, 'No.'), ['exam_mark'])).toEqual({
      kind: 'refused',
      failures: [{ field: null, message: 'No.', isRefused: true }],
    });
  });

  it('sends the values under a new key if another version of the page has used theirs', () => {
    const reused = new ApiError(422, 'Nothing was saved.', { key_reused: true });
    expect(judgeSaveFailure(reused, ['exam_mark'])).toEqual({ kind: 'refused', failures: [] });
  });

  it('refuses a save that it cannot read, without retries', () => {
    const { message } = new UnreadableSaveError();
    expect(judgeSaveFailure(new UnreadableSaveError(), ['exam_mark'])).toEqual({
      kind: 'refused',
      failures: [{ field: null, message, isRefused: true }],
    });
  });

  it('waits for the user at 401, and for the connection where there was no answer', () => {
    expect(kindAt(401)).toBe('signed-out');
    expect(judgeSaveFailure(new NetworkError(undefined), []).kind).toBe('later');
    expect(judgeSaveFailure(new TypeError('a fault of ours'), [])).toMatchObject({
      kind: 'failed',
      failures: [{ isRefused: false }],
    });
  });

  it('shows both values at a conflict in a field of the request, and the whole record at one in another', () => {
    const conflict = { field: 'exam_mark', yours: 5, theirs: 6, by: 'Eric Ali', at: '2025-10-01T12:00:00.000Z' };
    const error = new ApiError(409, 'No.', { conflict });
    expect(judgeSaveFailure(error, ['exam_mark'])).toEqual({
      kind: 'refused',
      failures: [
        {
          field: 'exam_mark',
          message: 'No.',
          isRefused: true,
          conflict: { theirs: 6, by: 'Eric Ali', at: '2025-10-01T12:00:00.000Z' },
        },
      ],
    });
    expect(judgeSaveFailure(error, ['comment'])).toMatchObject({ kind: 'refused', failures: [{ field: null }] });
  });

  it('names the fields of the request that were refused, and no others', () => {
    const error = new ApiError(422, 'No.', { fields: { exam_mark: ['Too', 'large.'], elsewhere: ['Strange.'] } });
    expect(judgeSaveFailure(error, ['exam_mark', 'comment'])).toEqual({
      kind: 'refused',
      failures: [{ field: 'exam_mark', message: 'Too large.', isRefused: true }],
    });
  });
});
