import { FileText } from 'lucide-react';
import { fileKinds, titleOfKind } from '#shared/students/files/kinds.ts';
import type { Place } from '../../../place/use-place.ts';
import type { RowAction } from '../../../tables/row-action.ts';
import { fileField, filesField } from './file-kinds.ts';

/** The file menu (product §2). */
export const fileRowActions = ({ id }: { readonly id: string }, { place }: { place: Place }): RowAction[] =>
  fileKinds.map((kind) => ({
    label: titleOfKind(kind),
    icon: FileText,
    group: 'Files',
    onChoose: () => place.change({ [filesField]: id, [fileField]: kind }),
  }));
