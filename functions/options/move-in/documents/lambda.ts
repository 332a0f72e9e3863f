import { filesToMoveInParts } from '#options/functions/files-to-move-in';
import { pastRecordParts } from '#options/functions/past-records';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';
import { pastRecords } from '../past-records.ts';
import { otherFiles } from '../reading/other-files.ts';

otherFiles.fill(filesToMoveInParts);
pastRecords.fill(pastRecordParts);

export const handler = documentHandler(
  moveInContract,
  {
    previewMoveIn: () => import('./preview-move-in.ts'),
    startMoveIn: () => import('./start-move-in.ts'),
    downloadMoveInWorkbook: () => import('./download-workbook.ts'),
  },
  authenticator,
);
