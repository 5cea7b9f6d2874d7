/** What a model predicts. `open`: the specification leaves it open, or two moments are too close together. */
export type Prediction = 'yes' | 'no' | 'open';

/** Combines predictions of which one is sufficient. */
export function any(predictions: readonly Prediction[]): Prediction {
  if (predictions.includes('yes')) return 'yes';
  return predictions.includes('open') ? 'open' : 'no';
}

/** Combines predictions of which all are necessary. */
export function all(predictions: readonly Prediction[]): Prediction {
  if (predictions.includes('no')) return 'no';
  return predictions.includes('open') ? 'open' : 'yes';
}
