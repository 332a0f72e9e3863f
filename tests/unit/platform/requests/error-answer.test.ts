import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { AppError, ConflictError, ForbiddenError, NotFoundError, ValidationError } from '#functions/platform/errors.ts';
import { readSessionCookie } from '#functions/platform/requests/cookies.ts';
import { errorAnswer } from '#functions/platform/requests/error-answer.ts';
import { TableBusyError } from '#functions/platform/table/client/transient-errors.ts';
import { serverWordings } from '#shared/http/wordings.ts';

const asked = (headers: Record<string, string> = {}, httpMethod = 'POST') =>
  ({ httpMethod, resource: '/x', headers, requestContext: { requestId: 'r1' } }) as unknown as APIGatewayProxyEvent;

/** What is answered to a page's call, as the page reads it. */
function answered(error: unknown, headers?: Record<string, string>) {
  const answer = errorAnswer(error, asked(headers));
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) as unknown };
}

describe('what is answered to a call that cannot be done', () => {
  const plain = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

  it.each([
    ['what is not the caller’s', new ForbiddenError('Not yours.'), 403, 'Not yours.'],
    ['what is not there', new NotFoundError('Not there.'), 404, 'Not there.'],
    ['what comes too fast', new AppError(429, 'Please wait.'), 429, 'Please wait.'],
  ])('is a status and a sentence, and nothing that is kept: %s', (_what, error, status, message) => {
    expect(answered(error)).toEqual({ status, headers: plain, body: { errors: { message: [message] } } });
  });

  it('says field by field what is not right', () => {
    expect(answered(new ValidationError({ mark: ['Too large.'] }))).toMatchObject({
      status: 422,
      body: { errors: { fields: { mark: ['Too large.'] } } },
    });
  });

  it('has both values of a conflict, and none where there is nothing to choose', () => {
    const conflict = { field: 'mark', yours: 5, theirs: 6, by: 'Ms. Ali', at: null };
    expect(answered(new ConflictError('Changed since.', conflict)).body).toEqual({
      errors: { message: ['Changed since.'], conflict },
    });
    expect(answered(new ConflictError('Undone already.')).body).toEqual({
      errors: { message: ['Undone already.'] },
    });
  });

  it('says when to come again, where that is known', () => {
    expect(answered(new AppError(429, 'Please wait.', 10)).headers).toEqual({ ...plain, 'Retry-After': '10' });
    const message = serverWordings.busy;
    expect(answered(new TableBusyError('a conflict persisted'))).toEqual({
      status: 503,
      headers: { ...plain, 'Retry-After': '2' },
      body: { errors: { message: [message], request_id: 'r1' } },
    });
  });

  it('is a page for a browser that went there itself, with the sentence as text', () => {
    const { statusCode, headers, body } = errorAnswer(
      new NotFoundError('No <b>"card"</b> of Ann & Bo.'),
      asked({ Accept: 'text/html,application/xhtml+xml' }, 'GET'),
    );
    expect([statusCode, headers?.['Content-Type'], headers?.['Cache-Control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(body).toContain('<p>No &#60;b&#62;&#34;card&#34;&#60;/b&#62; of Ann &#38; Bo.</p>');
    expect(body).not.toContain('<b>');
  });
});

describe('the session of a request', () => {
  it('is that of its cookie, and empty where it has none', () => {
    expect(readSessionCookie({ cookies: new Map([['session', 'T1.secret']]) })).toBe('T1.secret');
    expect(readSessionCookie({ cookies: new Map() })).toBe('');
  });
});
