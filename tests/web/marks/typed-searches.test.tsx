import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openArea, openPart } from '../page.tsx';
import { mathematicsForm4 } from './samples.ts';
import { startSheetForEachTest } from './sheet-world.ts';

startSheetForEachTest();

describe('a text that is typed faster than the address follows', () => {
  const typing = async () => {
    const { useTypedText } = await import('../../../web/address/use-address-state.ts');
    return renderHook((address: string) => useTypedText(address), { initialProps: '' });
  };

  const typeAndSend = (typed: Awaited<ReturnType<typeof typing>>['result']['current'], text: string) => {
    typed.type(text);
    typed.send(text);
  };

  it('keeps what was typed while the navigation of an earlier text goes on', async () => {
    const { result, rerender } = await typing();
    for (const text of ['a', 'ab']) act(() => typeAndSend(result.current, text));
    act(() => result.current.type('abc'));
    rerender('a');
    expect(result.current.text).toBe('abc');
    rerender('ab');
    expect(result.current.text).toBe('abc');
  });

  it('is replaced by what Back brings', async () => {
    const { result, rerender } = await typing();
    act(() => typeAndSend(result.current, 'ab'));
    rerender('ab');
    rerender('');
    expect(result.current.text).toBe('');
  });
});

it('the search of a table keeps a key that is pressed before its navigation has ended', async () => {
  const { useTableState } = await import('../../../web/tables/table-state.ts');
  const none: string[] = [];
  function Search() {
    const { state, change } = useTableState(none);
    return (
      <input aria-label="Search" value={state.search} onChange={({ target }) => change({ search: target.value })} />
    );
  }
  const history = await openPart(<Search />);
  const search = screen.getByRole<HTMLInputElement>('textbox');
  const type = (value: string) => fireEvent.change(search, { target: { value } });
  type('ab');
  await waitFor(() => expect(history.location.search).toBe('?search=ab'));
  type('abc');
  await waitFor(() => expect(history.location.search).toBe('?search=abc'));
  expect(search.value).toBe('abc');
});

describe('the search for a student of a sheet', () => {
  const sheet = `/term-reports/enter-marks/${mathematicsForm4.id}`;
  const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find student' });

  it('is in the address while it is open', async () => {
    const page = await openArea(sheet);
    await screen.findByRole('grid');
    fireEvent.keyDown(window, { key: 'f', ctrlKey: true });
    fireEvent.change(field(), { target: { value: 'bap' } });
    await waitFor(() => expect(page.location.search).toContain('find-student=bap'));
    expect(screen.getByText(/^1 of 1: Baptiste, Zoë/)).toBeDefined();
    fireEvent.keyDown(field(), { key: 'Escape' });
    await waitFor(() => expect(page.location.search).not.toContain('find-student'));
    expect(screen.queryByRole('searchbox', { name: 'Find student' })).toBeNull();
  });

  it('is open with its text after a reload, at the student', async () => {
    await openArea(`${sheet}?find-student=chan`);
    await screen.findByRole('grid');
    expect(field().value).toBe('chan');
    expect(await screen.findByText(/^1 of 1: Chan, Li/)).toBeDefined();
    expect(within(screen.getByRole('grid')).getAllByRole('rowheader')).toHaveLength(3);
  });
});
