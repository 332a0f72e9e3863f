import { subjectsContract } from '#shared/subjects/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';

export const handler = apiHandler(subjectsContract, { subjects: () => import('./subjects.ts') }, doors);
