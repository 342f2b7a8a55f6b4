/** Runs when an application exchanges a session of the old system for tokens. */
exports.onExecuteCustomTokenExchange = async (event, api) => {
  const { subject_token: session } = event.transaction;
  if (!session.startsWith("session:")) {
    api.access.rejectInvalidSubjectToken("This is no session of the old system.");
    return;
  }
  api.authentication.setUserById(session.slice("session:".length));
};
