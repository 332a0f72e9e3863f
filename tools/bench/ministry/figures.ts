import { readMetered } from '../../cost/metered.ts';
import type { Scene } from '../../cost/scenes.ts';

/** What one scene asks, as `npm run cost` metered it for a school of 1,000 students. */
export interface SceneFigures {
  calls: number;
  reads: number;
  writes: number;
  /** Gigabyte seconds of Lambda, of all its calls. */
  time: number;
}

const { scenes } = readMetered();

/** Of a scene of `cost/month.ts`. */
export function figuresOf(scene: Scene): SceneFigures {
  const use = scenes[scene];
  return {
    calls: use['API Gateway calls'] ?? 0,
    reads: use['DynamoDB reads'] ?? 0,
    writes: use['DynamoDB writes'] ?? 0,
    time: use['Lambda time'] ?? 0,
  };
}
