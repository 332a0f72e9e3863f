import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { StudentField } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { ColumnPreset } from '#shared/students/register/preset-calls.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../../../undo/offer-undo.ts';

const { columnPresets, deleteColumnPreset, saveColumnPreset } = studentRegisterContract;
const key = queryKeyOf(columnPresets, {});

/** The account's kept choices of columns, and what can be done with them. A failure is said, and what was deleted is offered to be undone. */
export function usePresets() {
  const client = useQueryClient();
  const presets = useQuery(queryOf(columnPresets, {}));
  const keepListed = (name: string, preset?: ColumnPreset) =>
    client.setQueryData<ColumnPreset[]>(key, (list = []) =>
      [...list.filter((one) => one.name !== name), ...(preset ? [preset] : [])].sort((a, b) =>
        a.name.localeCompare(b.name),
      ),
    );
  const said = (error: unknown) => {
    snackbar(messageOf(error), { tone: 'error' });
    // Another device was first: show what it kept.
    if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey: key });
  };

  /** Keeps columns under a name, in place of those that were kept under it; true where they are. */
  const save = async (name: string, columns: readonly StudentField[], idempotencyKey: string): Promise<boolean> => {
    const before = presets.data?.find((preset) => preset.name === name);
    const input = { name, columns: [...columns], version: before?.version ?? null };
    try {
      keepListed(name, await call(saveColumnPreset, input, { idempotencyKey }));
      return true;
    } catch (error) {
      said(error);
      return false;
    }
  };
  const remove = async ({ name, version, columns }: ColumnPreset): Promise<void> => {
    try {
      await call(deleteColumnPreset, { name, version });
    } catch (error) {
      return said(error);
    }
    keepListed(name);
    offerUndo({
      message: `“${name}” deleted.`,
      undo: async () => keepListed(name, await call(saveColumnPreset, { name, columns, version: null })),
      onDone: () => {},
    });
  };
  return { presets, save, remove };
}
