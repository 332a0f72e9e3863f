import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { requestWordings } from '#shared/http/wordings.ts';
import type { ApiError } from '../../../web/api/errors.ts';
import { freshPageForEachTest, openPart, setSessionOf, storeDraft, waitForRequests } from '../page.tsx';

freshPageForEachTest();

const schema = z.object({
  name: z.string().check(z.minLength(2, 'At least 2 letters.')),
  number: z.nullable(z.int().check(z.gte(1))),
  born: z.nullable(z.iso.date()),
});
type Values = z.output<typeof schema>;
type Saving = { seen: Partial<Values>; idempotencyKey: string };
type Save = (values: Values, saving: Saving) => Promise<unknown>;

const stored = { name: 'Ada', number: 7, born: null };

/** A form of three fields on a page of its own; `save` is the server. */
async function open({ save, draft = null }: { save: Save; draft?: string | null }) {
  const { useForm } = await import('../../../web/forms/use-form.ts');
  const { useFormDraft } = await import('../../../web/forms/draft.ts');
  const { FormBody } = await import('../../../web/forms/form-body.tsx');
  const { FormDate, FormNumber, FormText } = await import('../../../web/forms/fields.tsx');
  function Person() {
    const form = useForm<typeof schema, Pick<Values, 'name' | 'number' | 'born'>>({ schema, stored, save });
    const isDraftBack = useFormDraft(form, draft, stored);
    return (
      <FormBody form={form} isDraftBack={isDraftBack}>
        <FormText form={form} name="name" label="Name" />
        <FormNumber form={form} name="number" label="Number" />
        <FormDate form={form} name="born" label="Born" />
        <button type="submit">Save</button>
        <output>{form.isDirty ? 'changed' : 'as stored'}</output>
      </FormBody>
    );
  }
  await openPart(<Person />);
}

async function refusing(status: number, more: Partial<Pick<ApiError, 'fields' | 'conflict'>> = {}): Promise<never> {
  const { ApiError } = await import('../../../web/api/errors.ts');
  throw new ApiError(status, 'The server says no.', {
    ...(more.fields && { fields: Object.fromEntries(Object.entries(more.fields).map(([k, v]) => [k, [...v]])) }),
    ...(more.conflict && { conflict: more.conflict }),
  });
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const save = () => act(async () => fireEvent.submit(box('Name').form as HTMLFormElement));

describe('what is typed', () => {
  it('is sent as meant, with what was seen', async () => {
    const server = vi.fn<Save>(async () => undefined);
    await open({ save: server });
    type('Number', ' 12 ');
    await save();
    expect(server.mock.calls[0]?.[0]).toEqual({ ...stored, number: 12 });
    expect(server.mock.calls[0]?.[1].seen).toEqual(stored);
  });

  it('is read as marks are: figures of other scripts, and a comma for the point', async () => {
    const server = vi.fn<Save>(async () => undefined);
    await open({ save: server });
    for (const [typed, meant] of [
      ['１２', 12],
      ['٤٠', 40],
      ['7,0', 7],
      ['+9', 9],
    ] as const) {
      type('Number', typed);
      await save();
      await waitFor(() => expect(server.mock.lastCall?.[0]).toEqual({ ...stored, number: meant }));
    }
    server.mockClear();
    for (const typed of ['1e2', '7.55', '4.5', '-3']) {
      type('Number', typed);
      await save();
      await waitForRequests();
      expect(server).not.toHaveBeenCalled();
      expect(box('Number').value).toBe(typed);
    }
  });

  it('stays as it was typed where it cannot be read, with the reason, and is not sent', async () => {
    const server = vi.fn<Save>(async () => undefined);
    await open({ save: server });
    type('Number', '1o');
    fireEvent.blur(box('Number'));
    expect(await screen.findByText(requestWordings.wholeNumber)).toBeTruthy();
    expect(box('Number').value).toBe('1o');
    await save();
    await waitForRequests();
    expect(server).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(box('Number'));
  });

  it('is required where the schema takes no blank, and only there', async () => {
    await open({ save: async () => undefined });
    expect(box('Name').getAttribute('aria-required')).toBe('true');
    expect(box('Born').getAttribute('aria-required')).toBeNull();
    type('Name', '');
    await save();
    expect(await screen.findByText('Required.')).toBeTruthy();
  });

  it('does not count as a change when it means the same', async () => {
    await open({ save: async () => undefined });
    type('Number', '8');
    expect(screen.getByText('changed')).toBeTruthy();
    type('Number', '07');
    expect(screen.getByText('as stored')).toBeTruthy();
    expect(box('Number').value).toBe('07');
  });
});

describe('a save', () => {
  it('that is refused by field is said there, and brings the focus to the first of them', async () => {
    await open({ save: () => refusing(422, { fields: { born: ['Too young.'], number: ['Taken.'] } }) });
    type('Number', '9');
    await save();
    expect(await screen.findByText('Too young.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(box('Number')));
    expect(screen.queryByText('The server says no.')).toBeNull();
    type('Number', '10');
    await waitFor(() => expect(screen.queryByText('Taken.')).toBeNull());
  });

  it('that is refused for a field which is not shown says so above', async () => {
    await open({ save: () => refusing(422, { fields: { class_id: ['There is no such class.'] } }) });
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe('There is no such class.');
  });

  it('is sent once while the request is in flight, and again under the same key while nothing changes', async () => {
    const keys: string[] = [];
    await open({
      save: async (_values, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        await new Promise((done) => setTimeout(done, 20));
        return refusing(500);
      },
    });
    await act(async () => {
      fireEvent.submit(box('Name').form as HTMLFormElement);
      fireEvent.submit(box('Name').form as HTMLFormElement);
    });
    await screen.findByText('The server says no.');
    expect(keys).toHaveLength(1);
    await save();
    await waitFor(() => expect(keys).toHaveLength(2));
    await screen.findByText('The server says no.');
    type('Number', '8');
    await save();
    await waitFor(() => expect(keys).toHaveLength(3));
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  });

  it('takes another key where the server has other values under the one before, and says so', async () => {
    const keys: string[] = [];
    const { ApiError } = await import('../../../web/api/errors.ts');
    await open({
      save: async (_values, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length === 1) throw new ApiError(422, 'Nothing was saved.', { key_reused: true });
      },
    });
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe('Nothing was saved.');
    await save();
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('keeps as a change what was typed while the request was in flight', async () => {
    let answer = () => {};
    await open({
      save: () =>
        new Promise<void>((done) => {
          answer = done;
        }),
    });
    type('Number', '8');
    await save();
    type('Name', 'Ada L');
    await act(async () => answer());
    expect([box('Name').value, box('Number').value]).toEqual(['Ada L', '8']);
    expect(screen.getByText('changed')).toBeTruthy();
    type('Name', 'Ada');
    expect(screen.getByText('as stored')).toBeTruthy();
  });
});

describe('a conflict', () => {
  const conflict = { field: 'number', yours: 8, theirs: 30, by: 'Eric Ali', at: null };
  const conflicting = () => {
    let isFirst = true;
    return vi.fn<Save>(async () => {
      if (!isFirst) return;
      isFirst = false;
      await refusing(409, { conflict });
    });
  };

  it('shows both values; keeping one’s own sends it again with the other’s as seen', async () => {
    const server = conflicting();
    await open({ save: server });
    type('Number', '8');
    await save();
    const choice = (await screen.findByText(/Eric Ali changed Number/)).closest('[role="alert"]');
    expect(choice?.textContent).toContain('Yours8');
    expect(choice?.textContent).toContain('Theirs30');
    fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2));
    expect(server.mock.calls[1]?.[0]).toMatchObject({ number: 8 });
    expect(server.mock.calls[1]?.[1].seen).toMatchObject({ number: 30 });
  });

  it('takes theirs in place of one’s own, and the rest goes on', async () => {
    const server = conflicting();
    await open({ save: server });
    type('Number', '8');
    type('Name', 'Bea');
    await save();
    fireEvent.click(await screen.findByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2));
    expect(server.mock.calls[1]?.[0]).toMatchObject({ number: 30, name: 'Bea' });
    expect(box('Number').value).toBe('30');
  });
});

describe('a draft', () => {
  beforeEach(() => setSessionOf('A1'));

  it('of a form that has other fields today is passed over', async () => {
    const old = { name: 'Zoe', number: 1 };
    await storeDraft('A1', 'person', { values: old, seen: old });
    await open({ save: async () => undefined, draft: 'person' });
    await waitForRequests();
    expect(box('Name').value).toBe('Ada');
  });

  it('comes back with a note, and ends with the acknowledged save', async () => {
    const { readDraft } = await import('../../../web/session/drafts.ts');
    await storeDraft('A1', 'person', { values: { ...stored, name: 'Zoe' }, seen: stored });
    await open({ save: async () => undefined, draft: 'person' });
    expect(await screen.findByText(/These are your changes from before/)).toBeTruthy();
    expect(box('Name').value).toBe('Zoe');
    await save();
    await waitFor(() => expect(readDraft('A1', 'person')).toBeUndefined());
    expect(screen.queryByText(/These are your changes from before/)).toBeNull();
  });

  it('brings back what was changed alone, over what was seen then', async () => {
    const seen = { name: 'Ada B', number: 3, born: null };
    await storeDraft('A1', 'person', { values: { ...seen, name: 'Zoe' }, seen });
    const server = vi.fn<Save>(async () => undefined);
    await open({ save: server, draft: 'person' });
    await screen.findByText(/These are your changes from before/);
    expect([box('Name').value, box('Number').value]).toEqual(['Zoe', '7']);
    await save();
    expect(server.mock.calls[0]?.[0]).toEqual({ ...stored, name: 'Zoe' });
    expect(server.mock.calls[0]?.[1].seen).toEqual({ ...stored, name: 'Ada B' });
  });
});

describe('a typed date', () => {
  it.each([
    ['5/9/2014', '5/9/2014 is read as 05-Sep-2014, the day before the month.'],
    ['9-5-2014', '9-5-2014 is read as 09-May-2014, the day before the month.'],
  ])('whose day and month may be swapped says how it was read: %s', async (text, said) => {
    await open({ save: async () => undefined });
    type('Born', text);
    fireEvent.blur(box('Born'));
    await screen.findByText(said);
    type('Born', '5-Sep-2014');
    fireEvent.blur(box('Born'));
    expect(screen.queryByText(said)).toBeNull();
  });

  it.each([
    '5-Sep-2014',
    '25/9/2014',
    '9/25/2014',
    '9/9/2014',
    '2014-09-05',
  ])('that is certain says nothing: %s', async (text) => {
    await open({ save: async () => undefined });
    type('Born', text);
    fireEvent.blur(box('Born'));
    expect(screen.queryByText(/is read as/)).toBeNull();
  });
});
