import { subjectsContract } from '#shared/subjects/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';

export const handler = apiHandler(subjectsContract, { subjects: () => import('./subjects.ts') }, doors);
