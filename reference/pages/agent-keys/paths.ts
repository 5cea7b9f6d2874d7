/** api-keys.ui-location: where the page is found. */
export const page_path = '/app/settings/agent-keys';
export const revoke_path = `${page_path}/revoke`;
export const script_path = `${page_path}/copy.js`;
export const style_path = `${page_path}/page.css`;
