import type { ActToTell, ToldAct } from '../../platform/table/told-acts.ts';

/** A file that was moved in, or kinds of what it had. */
interface FileTakenBack {
  file: string;
  kinds?: string[];
}

const tookBackFile = ({ file, kinds }: FileTakenBack): string =>
  kinds ? `Took back ${kinds.join(', ')} of “${file}”` : `Took back what “${file}” brought`;

/** Files that were moved in. */
export const toldActs = {
  'move-in': ({ changes }) => ({
    says: changes.some(({ after }) => (after ?? null) === null)
      ? tookBackFile(changes[0]?.before as FileTakenBack)
      : `Moved in ${changes
          .map(({ field, after }) => (field === 'file' ? `“${String(after)}”` : `${field}, ${String(after)}`))
          .join('; ')
          .replace('”; ', '”: ')}`,
  }),
} satisfies Record<string, (act: ActToTell) => ToldAct>;
