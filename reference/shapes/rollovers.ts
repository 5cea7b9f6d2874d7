import type { Environment } from '../base/environment.ts';
import { resolveDateMath } from '../store/catalog/names.ts';
import type { Shape } from './shape.ts';

/** The shape whose new indices of a rollover have random names. */
export function randomRolloverNames(environment: Environment): Shape {
  return {
    aliases: {
      nextName(provided, now_ms) {
        const stem = resolveDateMath(provided, now_ms).replace(/-[^-]*$/, '');
        return `${stem}-${Buffer.from(environment.randomBytes(5)).toString('hex')}`;
      },
    },
  };
}
