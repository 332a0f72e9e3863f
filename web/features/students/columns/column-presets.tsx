import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { StudentField } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { ColumnPreset } from '#shared/students/register/preset-calls.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import { attempt } from '../../../acts/attempt.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { ErrorRetry } from '../../../ui/display/loading.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { offerUndo } from '../../../undo/offer-undo.ts';
import styles from './columns.module.css';

/** Most characters of a name. */
const longestName = 60;

interface ColumnPresetsProps {
  chosen: readonly StudentField[];
  /** The default columns. */
  start: readonly StudentField[];
  onChosen: (columns: readonly StudentField[]) => void;
}

/** Saved choices of columns, and the form that saves the present one. */
export function ColumnPresets({ chosen, start, onChosen }: ColumnPresetsProps) {
  const { presets, save, remove } = usePresets();
  const [name, setName] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [said, setSaid] = useState('');
  // One key until it is saved: pressing again after a lost connection saves it once.
  const attempt = useRef(crypto.randomUUID());
  const trimmed = name.trim();
  const isKnown = presets.data?.some((preset) => preset.name === trimmed) ?? false;
  const keep = async () => {
    setSaving(true);
    if (await save(trimmed, chosen, attempt.current)) {
      setName('');
      setSaid(`“${trimmed}” ${isKnown ? 'replaced' : 'kept'}.`);
    }
    attempt.current = crypto.randomUUID();
    setSaving(false);
  };
  const isChosen = (columns: readonly StudentField[]) => columns.join() === chosen.join();
  return (
    <Stack as="section" gap={10} className={styles.presets} aria-label="Kept choices">
      <Row as="ul" align="stretch" wrap gap={6} className={styles.kept}>
        <Row as="li">
          <button type="button" aria-pressed={isChosen(start)} onClick={() => onChosen(start)}>
            Default columns
          </button>
        </Row>
        {presets.data?.map((preset) => (
          <Row as="li" key={preset.name}>
            <button type="button" aria-pressed={isChosen(preset.columns)} onClick={() => onChosen(preset.columns)}>
              {preset.name}
            </button>
            <IconButton label={`Delete ${preset.name}`} icon={Trash2} onClick={() => void remove(preset)} />
          </Row>
        ))}
      </Row>
      {presets.isError && (
        <ErrorRetry
          title="The saved choices could not be loaded."
          detail={messageOf(presets.error)}
          isRetrying={presets.isFetching}
          onRetry={() => void presets.refetch()}
        />
      )}
      <form
        className={styles.keep}
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed !== '' && trimmed.length <= longestName && chosen.length > 0) void keep();
        }}
      >
        <TextField
          label={studentScreenWordings.keepThisChoiceAs}
          limit={longestName}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setSaid('');
          }}
        />
        <Button
          type="submit"
          busy={isSaving}
          disabled={trimmed === '' || trimmed.length > longestName || chosen.length === 0 || !presets.data}
        >
          {isKnown ? 'Replace' : 'Keep'}
        </Button>
      </form>
      <Text className={styles.said} as="p" tone="success" size={13} role="status">
        {said}
      </Text>
    </Stack>
  );
}

const { listColumnPresets, deleteColumnPreset, saveColumnPreset } = studentRegisterContract;
const key = queryKeyOf(listColumnPresets, {});

/**
 * The account's saved choices of columns, and functions that save and delete one. They show failures, and offer to undo
 * a deletion.
 */
function usePresets() {
  const client = useQueryClient();
  const presets = useQuery(queryOf(listColumnPresets, {}));
  const keepListed = (name: string, preset?: ColumnPreset) =>
    client.setQueryData<ColumnPreset[]>(key, (list = []) =>
      [...list.filter((one) => one.name !== name), ...(preset ? [preset] : [])].sort((a, b) =>
        a.name.localeCompare(b.name),
      ),
    );
  const showFailure = (error: unknown) => {
    noticeFailure(error);
    // Another device has changed the preset: show its version.
    if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey: key });
  };

  /** Saves columns under a name, and replaces those of an earlier preset; true on success. */
  const save = (name: string, columns: readonly StudentField[], idempotencyKey: string): Promise<boolean> => {
    const before = presets.data?.find((preset) => preset.name === name);
    const input = { name, columns: [...columns], version: before?.version ?? null };
    const send = async () => keepListed(name, await call(saveColumnPreset, input, { idempotencyKey }));
    return attempt(send, showFailure);
  };
  const remove = async ({ name, version, columns }: ColumnPreset): Promise<void> => {
    if (!(await attempt(() => call(deleteColumnPreset, { name, version }), showFailure))) return;
    keepListed(name);
    offerUndo({
      message: `“${name}” deleted.`,
      undo: async () => keepListed(name, await call(saveColumnPreset, { name, columns, version: null })),
      onDone: () => {},
    });
  };
  return { presets, save, remove };
}
