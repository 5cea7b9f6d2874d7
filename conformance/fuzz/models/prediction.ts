/** The prediction of a model. `open`: the specification leaves it open, or the exact time decides. */
export type Prediction = 'yes' | 'no' | 'open';

/** Combines predictions, one of which is sufficient; `no` for an empty list. */
export function any(predictions: readonly Prediction[]): Prediction {
  if (predictions.includes('yes')) return 'yes';
  return predictions.includes('open') ? 'open' : 'no';
}

/** Combines predictions, all of which are necessary; `yes` for an empty list. */
export function all(predictions: readonly Prediction[]): Prediction {
  if (predictions.includes('no')) return 'no';
  return predictions.includes('open') ? 'open' : 'yes';
}
