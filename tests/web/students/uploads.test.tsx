import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { studentFileWordings } from '#shared/students/wordings.ts';
import type { PreparedFile } from '../../../web/uploads/prepare-file.ts';
import { makePdf, makePng } from '../../support/files/sample-files.ts';
import { freshPageForEachTest } from '../page.tsx';

freshPageForEachTest();

/** Replaces the store: the test answers each request. */
class Request {
  static sent: Request[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  status = 0;
  statusText = '';
  response = new ArrayBuffer(0);
  body: FormData | undefined;
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null;
  send(body: FormData) {
    this.body = body;
    Request.sent.push(this);
  }
  abort() {
    this.isAborted = true;
  }
  answer(status: number) {
    this.status = status;
    this.onload?.();
  }
}

beforeEach(() => {
  Request.sent = [];
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A place to drop a file on, with the calls that the test answers for it. */
async function open({
  isImage = false,
  confirm = async () => 'kept',
}: {
  isImage?: boolean;
  confirm?: () => Promise<string>;
} = {}) {
  const { FileDrop } = await import('../../../web/uploads/file-drop.tsx');
  const { useUpload } = await import('../../../web/uploads/use-upload.ts');
  const asked: { type: PreparedFile['type']; key: string }[] = [];
  const confirmed: string[] = [];
  const done = vi.fn();
  function Place() {
    const upload = useUpload<string>({
      preparing: { isImage, longest: 2000 },
      requestForm: async ({ type }, key) => {
        asked.push({ type, key });
        return { form: { url: '/files', fields: { key: 'uploads/one' } }, ticket: 'ticket-1' };
      },
      confirm: (ticket, key) => {
        confirmed.push(`${ticket} ${key}`);
        return confirm();
      },
      onDone: done,
    });
    return <FileDrop upload={upload} label="Choose File" hint="A PDF or an image." accept="*" />;
  }
  const { container } = render(<Place />);
  const input = container.querySelector<HTMLInputElement>('input[type=file]:not([capture])');
  if (!input) throw new Error('no input');
  const choose = (bytes: Uint8Array, name = 'scan') =>
    fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], name)] } });
  const sent = async (count: number) => {
    await waitFor(() => expect(Request.sent).toHaveLength(count), { timeout: 5000 });
    return Request.sent[count - 1] as Request;
  };
  return { asked, confirmed, done, choose, sent };
}

const share = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');

const bytesOf = async (request: Request) =>
  Buffer.from(await (request.body?.get('file') as Blob).arrayBuffer()).toString('latin1');

describe('the upload of a file', () => {
  it('sends the file unchanged, shows the progress, and confirms it', async () => {
    const { asked, confirmed, done, choose, sent } = await open();
    choose(makePdf('A certificate'));
    const request = await sent(1);
    expect(asked.map(({ type }) => type)).toEqual(['application/pdf']);
    expect(request.body?.get('key')).toBe('uploads/one');
    expect(await bytesOf(request)).toContain('A certificate');
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    await screen.findByText('Uploading…');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toMatch(/^(0\.25|25)$/);
    request.upload.onload?.();
    await screen.findByText('Checking…');
    expect(confirmed).toEqual([]);
    request.answer(204);
    await waitFor(() => expect(done).toHaveBeenCalledWith('kept'));
    expect(confirmed).toHaveLength(1);
    await screen.findByRole('button', { name: 'Choose File' });
  });

  it.each([
    ['an empty one', Buffer.alloc(0), false, studentFileWordings.empty],
    ['a picture that is only described', Buffer.from('<svg onload="alert(1)"/>'), false, studentFileWordings.wrongType],
    [
      'a picture of a billion pixels',
      makePng({ width: 30_000, height: 30_000, isInterlaced: true }),
      false,
      studentFileWordings.tooManyPixels,
    ],
    ['a PDF for a picture', makePdf(), true, studentFileWordings.wrongTypeOfPicture],
  ])('refuses before sending: %s', async (_what, bytes, isImage, reason) => {
    const { asked, choose } = await open({ isImage });
    choose(bytes);
    await screen.findByText(reason);
    expect([asked, Request.sent]).toEqual([[], []]);
  });

  it.each([
    ['a WebP', Buffer.from('RIFF\n\n\n\nWEBPVP8X\x0a\0\0\0\0\0\0\0\x27\0\0\x1d\0\0', 'latin1')],
    ['a PNG that no document can show', makePng({ isInterlaced: true })],
  ])('redraws as JPEG: %s', async (_, chosen) => {
    const read = vi.fn(async () => ({ width: 40, height: 30, close: () => undefined }));
    vi.stubGlobal('createImageBitmap', read);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect: () => undefined,
      drawImage: () => undefined,
    } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, type) =>
      give(new Blob(['drawn'], { type: type ?? '' })),
    );
    const { asked, choose, sent } = await open({ isImage: true });
    choose(chosen);
    expect(await bytesOf(await sent(1))).toBe('drawn');
    expect(asked.map(({ type }) => type)).toEqual(['image/jpeg']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('retries after a lost connection, and confirms once', async () => {
    const { asked, confirmed, done, choose, sent } = await open();
    choose(makePdf());
    const first = await sent(1);
    first.upload.onprogress?.({ loaded: 2, total: 4 });
    await waitFor(() => expect(share()).toMatch(/^(0\.5|50)$/));
    first.onerror?.();
    // From the beginning, as it is sent from the beginning.
    await waitFor(() => expect(share()).toBe('0'));
    const second = await sent(2);
    expect(await bytesOf(second)).toBe(await bytesOf(first));
    second.answer(503);
    (await sent(3)).answer(204);
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect([asked.length, confirmed.length]).toEqual([1, 1]);
  });

  it('stops at Cancel between two retries', async () => {
    const { confirmed, choose, sent } = await open();
    choose(makePdf());
    const first = await sent(1);
    vi.useFakeTimers();
    first.onerror?.();
    await vi.advanceTimersByTimeAsync(100);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([Request.sent.length, confirmed, screen.queryByRole('alert')]).toEqual([1, [], null]);
    screen.getByRole('button', { name: 'Choose File' });
  });

  it('confirms again with the same key where the answer was lost', async () => {
    const { NetworkError } = await import('../../../web/api/errors.ts');
    let tries = 0;
    const confirm = async () => {
      tries += 1;
      if (tries === 1) throw new NetworkError('lost');
      return 'kept';
    };
    const { confirmed, done, choose, sent } = await open({ confirm });
    choose(makePdf());
    (await sent(1)).answer(204);
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(new Set(confirmed).size).toBe(1);
    expect(confirmed).toHaveLength(2);
  });

  it('says why the store refused the file, and lets the user choose again', async () => {
    const { choose, sent } = await open();
    choose(makePdf());
    (await sent(1)).answer(403);
    await screen.findByText('The file could not be sent (403).');
    choose(makePdf());
    await sent(2);
  });
});
