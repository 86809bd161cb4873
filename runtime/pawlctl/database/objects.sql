-- What was deployed.

{define recorded} select object, definition from {schema}.pawl_objects where machine = {text:1}
