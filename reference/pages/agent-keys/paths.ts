/** api-keys.ui-location: the path of the page. */
export const pagePath = '/app/settings/agent-keys';
/** The path that the form for revoking a key is sent to. */
export const revokePath = `${pagePath}/revoke`;
/** The path of the script. */
export const scriptPath = `${pagePath}/copy.js`;
/** The path of the style sheet. */
export const stylePath = `${pagePath}/page.css`;
